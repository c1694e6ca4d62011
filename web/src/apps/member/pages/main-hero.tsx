import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useSetAtom } from "jotai";
import { useTranslation } from "react-i18next";
import { Carousel } from "#features/main/carousel.tsx";
import { Hero } from "#features/main/hero.tsx";
import { bannersQuery } from "#features/main/main.ts";
import { loginOpenAtom } from "#features/session/atoms.ts";
import { useAwaitsMember, useMember } from "#features/session/session.ts";
import { paths } from "#shared/paths.ts";
import { useSite } from "#shared/site.ts";
import { Button } from "#shared/ui/button.tsx";
import { SiteLink } from "../shell/site-link.tsx";

/** The one thing to do here: sign up, or play. After it come the site's banners. */
export function MainHero() {
  const { t } = useTranslation("main");
  const router = useRouter();
  const member = useMember();
  const awaited = useAwaitsMember();
  const site = useSite();
  const openLogin = useSetAtom(loginOpenAtom);
  const banners = useQuery(bannersQuery).data?.list ?? [];
  const nick = member?.memNick ?? (awaited ? "…" : null);
  const title = nick === null ? t("hero.title", { site: site?.name ?? "Hubstake" }) : t("hero.welcome", { nick });
  const first = (
    <Hero
      title={title}
      text={t(nick === null ? "hero.text" : "hero.welcome.text")}
      actions={
        member || awaited ? (
          <>
            <Button size="lg" onClick={() => void router.navigate({ href: paths.slots })}>
              {t("hero.play")}
            </Button>
            <Button size="lg" variant="quiet" onClick={() => void router.navigate({ href: paths.deposit })}>
              {t("hero.deposit")}
            </Button>
          </>
        ) : (
          <>
            <Button size="lg" onClick={() => void router.navigate({ to: paths.signup })}>
              {t("hero.signup")}
            </Button>
            <Button size="lg" variant="quiet" aria-haspopup="dialog" onClick={() => openLogin(true)}>
              {t("hero.login")}
            </Button>
          </>
        )
      }
    />
  );
  return (
    <>
      <h1 className="visually-hidden">{title}</h1>
      <Carousel
        first={first}
        banners={banners}
        link={(to, className, content) => (
          <SiteLink to={to} className={className}>
            {content}
          </SiteLink>
        )}
      />
    </>
  );
}
