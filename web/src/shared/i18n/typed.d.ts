import type accounts from "./locales/vn/accounts.json";
import type admin from "./locales/vn/admin.json";
import type api from "./locales/vn/api.json";
import type audit from "./locales/vn/audit.json";
import type bet from "./locales/vn/bet.json";
import type board from "./locales/vn/board.json";
import type cash from "./locales/vn/cash.json";
import type common from "./locales/vn/common.json";
import type contact from "./locales/vn/contact.json";
import type corrections from "./locales/vn/corrections.json";
import type details from "./locales/vn/details.json";
import type game from "./locales/vn/game.json";
import type inquiry from "./locales/vn/inquiry.json";
import type main from "./locales/vn/main.json";
import type maintenance from "./locales/vn/maintenance.json";
import type message from "./locales/vn/message.json";
import type minigame from "./locales/vn/minigame.json";
import type notices from "./locales/vn/notices.json";
import type offer from "./locales/vn/offer.json";
import type office from "./locales/vn/office.json";
import type person from "./locales/vn/person.json";
import type play from "./locales/vn/play.json";
import type point from "./locales/vn/point.json";
import type promo from "./locales/vn/promo.json";
import type protection from "./locales/vn/protection.json";
import type report from "./locales/vn/report.json";
import type requests from "./locales/vn/requests.json";
import type reset from "./locales/vn/reset.json";
import type schedule from "./locales/vn/schedule.json";
import type session from "./locales/vn/session.json";
import type settings from "./locales/vn/settings.json";
import type sports from "./locales/vn/sports.json";
import type today from "./locales/vn/today.json";
import type trading from "./locales/vn/trading.json";

// Keys are typed from the Vietnamese texts: a key that vn does not have does not compile.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    keySeparator: false;
    resources: {
      accounts: typeof accounts;
      admin: typeof admin;
      api: typeof api;
      audit: typeof audit;
      bet: typeof bet;
      board: typeof board;
      cash: typeof cash;
      common: typeof common;
      contact: typeof contact;
      corrections: typeof corrections;
      details: typeof details;
      game: typeof game;
      inquiry: typeof inquiry;
      main: typeof main;
      maintenance: typeof maintenance;
      message: typeof message;
      minigame: typeof minigame;
      notices: typeof notices;
      offer: typeof offer;
      office: typeof office;
      person: typeof person;
      play: typeof play;
      point: typeof point;
      protection: typeof protection;
      promo: typeof promo;
      report: typeof report;
      requests: typeof requests;
      reset: typeof reset;
      schedule: typeof schedule;
      session: typeof session;
      settings: typeof settings;
      sports: typeof sports;
      today: typeof today;
      trading: typeof trading;
    };
  }
}
