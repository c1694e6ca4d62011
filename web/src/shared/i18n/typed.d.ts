import type api from "./locales/vn/api.json";
import type common from "./locales/vn/common.json";

// Keys are typed from the Vietnamese texts: a key that vn does not have does not compile.
declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    keySeparator: false;
    resources: {
      api: typeof api;
      common: typeof common;
    };
  }
}
