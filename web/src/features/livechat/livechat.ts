import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api } from "#shared/api/client.ts";
import { useFaultText } from "#shared/i18n/fault.ts";
import { paths } from "#shared/paths.ts";
import { useToast } from "#shared/ui/toast.tsx";

const NAME = "hubstake-chat";
const DESK = "popup,width=440,height=720";

/** Which live chat the site has; an empty windowUrl: none. */
const chatQuery = queryOptions({
  queryKey: ["livechat"],
  queryFn: ({ signal }) => api.call("/api/livechat/has-token", {}, { signal, retries: 1 }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { personal: true },
});

/** The provider's window for one visitor. The token is in the fragment: no log and no referrer has it. */
export function chatAddress(windowUrl: string, lang: string, token: string): string {
  const address = new URL(windowUrl);
  address.searchParams.set("lang", lang);
  address.hash = new URLSearchParams({ token }).toString();
  return address.href;
}

/** The window that is open, and until when its visitor is known. */
let open: { tab: Window; until: number } | null = null;

/** Closes the window: the next visitor of this device is another one. */
export function closeChat(): void {
  open?.tab.close();
  open = null;
}

/** Live chat of this member; null where the site has none. */
export function useChat(): { open(): void; busy: boolean } | null {
  const { t, i18n } = useTranslation();
  const faultText = useFaultText();
  const toast = useToast();
  const windowUrl = useQuery(chatQuery).data?.windowUrl ?? "";
  const enter = useMutation({
    mutationFn: async (tab: Window) => {
      const { token } = await api.call("/api/livechat/get-token", {});
      // The provider's page gets no handle of ours.
      tab.opener = null;
      tab.location.replace(chatAddress(windowUrl, i18n.language, token.accessToken));
      open = { tab, until: Date.parse(token.expiresAt) };
    },
    onError: (error, tab) => {
      tab.close();
      toast({ tone: "warning", text: faultText(error) });
    },
  });
  if (windowUrl === "") return null;
  return {
    busy: enter.isPending,
    open: () => {
      if (open && !open.tab.closed && Date.now() < open.until) {
        open.tab.focus();
        return;
      }
      // At once, in the turn of the member's press: later the browser would refuse.
      const tab = window.open(new URL(paths.preload, location.href).href, NAME, DESK);
      if (tab) enter.mutate(tab);
      else toast({ tone: "warning", text: t("chat.blocked") });
    },
  };
}
