import { useTranslation } from "react-i18next";
import { useFormat } from "#shared/i18n/format.tsx";
import { receiptNumber } from "#shared/receipt/number.ts";
import { useSportWords } from "#shared/sports/words.ts";
import { useRuleName } from "#shared/staff/promo/rule-name.ts";
import type { Approval } from "./approvals.ts";

/**
 * Returns the texts of a request: its amount without a sign, or the number of its account; the verb that approves it; and the effect of that
 * as a sentence.
 */
export function useEffectText(): (request: Approval) => { amount: string; approve: string; effect: string } {
  const { t } = useTranslation("admin");
  const format = useFormat();
  const ruleName = useRuleName();
  const sportWords = useSportWords();
  const worth = (size: number, unit: string) =>
    unit === "point" ? `${format.number(size)} P` : unit === "pt" ? `${format.number(size)} PT` : format.money(size);
  return ({
    kind,
    at,
    unit,
    amount: signed,
    memId,
    account,
    replaces,
    coupons,
    reset,
    promo,
    move,
    result,
    market,
    correction,
    win,
    provider,
  }) => {
    if (kind === "settings") {
      const effect = t(at ? "approval.effect.settingsLater" : "approval.effect.settings");
      return { amount: "–", approve: t("approval.approveSettings"), effect };
    }
    if (promo) {
      const effect = t("approval.effect.promo", { name: ruleName(promo.name) });
      return { amount: "–", approve: t("approval.approveSettings"), effect };
    }
    if (move) {
      const names = { memId, from: move.from || "–", to: move.to };
      const effect =
        move.below > 0
          ? t("approval.effect.moveAll", { ...names, below: format.number(move.below) })
          : t("approval.effect.move", names);
      return { amount: "–", approve: t("approval.approveMove"), effect };
    }
    if (kind === "head" || kind === "partner") {
      return { amount: "–", approve: t("approval.approveSettings"), effect: t(`approval.effect.${kind}`, { memId }) };
    }
    if (result) {
      const { home, away, source, full, half, void: called } = result;
      const score = `${full.home}:${full.away}${half ? ` (${half.home}:${half.away})` : ""}`;
      const effect = called
        ? t("approval.effect.resultVoid", { home, away, source })
        : t("approval.effect.result", { home, away, score, source });
      return { amount: "–", approve: t("approval.approveResult"), effect };
    }
    if (market) {
      const { home, away } = market;
      const names = { home, away, market: sportWords.named(market) };
      if (market.undo) {
        return { amount: "–", approve: t("approval.approveUnvoid"), effect: t("approval.effect.marketUnvoid", names) };
      }
      return { amount: "–", approve: t("approval.approveVoid"), effect: t("approval.effect.marketVoid", names) };
    }
    if (correction) {
      const { home, away, bet, bets, gain, loss, debt, placed, undo } = correction;
      if (placed) {
        const effect = t(undo ? "approval.effect.placedUndo" : "approval.effect.placed", {
          home,
          away,
          from: format.moment(placed.from),
          to: format.moment(placed.to),
          bets: format.number(bets),
          stakes: format.money(correction.stakes ?? 0),
          gain: format.money(gain),
          loss: format.money(loss),
          debt: format.money(debt),
        });
        const approve = t(undo ? "approval.approveUnvoid" : "approval.approveBets");
        return { amount: format.money(correction.moves ?? gain + loss), approve, effect };
      }
      const effect =
        bet === ""
          ? t("approval.effect.bets", {
              home,
              away,
              bets: format.number(bets),
              gain: format.money(gain),
              loss: format.money(loss),
              debt: format.money(debt),
            })
          : t(undo ? "approval.effect.betUnvoid" : "approval.effect.betVoid", { home, away, bet });
      return { amount: format.money(gain + loss), approve: t("approval.approveBets"), effect };
    }
    if (provider) {
      const { act, vendor, family, networks, key, kind: keyKind, print, overlapHours } = provider;
      const words = { vendor, family, key, kind: keyKind, print };
      const effect =
        act === "add"
          ? t("approval.effect.vendorAdd", { ...words, networks: networks.join(", ") || "0.0.0.0/0" })
          : act === "end"
            ? t("approval.effect.keyEnd", words)
            : t("approval.effect.keyRotate", { ...words, count: overlapHours });
      return { amount: "–", approve: t("approval.approveSettings"), effect };
    }
    if (win) {
      const worthOfWin = worth(signed, unit);
      const words = { amount: worthOfWin, memId, vendor: win.vendor, round: win.roundId };
      const approve = t(win.pay ? "approval.approve" : "approval.approveNoWin", { amount: worthOfWin });
      return {
        amount: worthOfWin,
        approve,
        effect: t(win.pay ? "approval.effect.win" : "approval.effect.noWin", words),
      };
    }
    if (kind === "details") {
      return { amount: "–", approve: t("approval.approveDetails"), effect: t("approval.effect.details", { memId }) };
    }
    if (reset) {
      const { idx, secret } = reset;
      const effect = t(secret === "pin" ? "approval.effect.resetPin" : "approval.effect.reset", { memId });
      return { amount: receiptNumber("R", idx), approve: t("approval.approveReset"), effect };
    }
    if (account) {
      const { bank, accountNo: number, accountHolder: holder } = account;
      const effect = replaces
        ? t("approval.effect.accountInstead", { bank, number, holder, old: `${replaces.bank} ${replaces.accountNo}` })
        : t("approval.effect.account", { bank, number, holder });
      return { amount: number, approve: t("approval.approve", { amount: number }), effect };
    }
    const amount = worth(Math.abs(signed), unit);
    if (coupons) {
      const effect = t(coupons.members.length > 0 ? "approval.effect.coupons" : "approval.effect.openCoupons", {
        number: format.number(coupons.count),
        each: worth(coupons.amount, unit),
      });
      return { amount, approve: t("approval.approve", { amount }), effect };
    }
    if (kind === "gift") {
      return {
        amount,
        approve: t("approval.approve", { amount }),
        effect: t("approval.effect.gift", { amount, memId }),
      };
    }
    const way = kind === "payout" || kind === "deposit" ? kind : signed < 0 ? "take" : "give";
    return {
      amount,
      approve: t("approval.approve", { amount }),
      effect: t(`approval.effect.${way}`, { amount, memId }),
    };
  };
}
