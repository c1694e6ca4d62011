import { useFormat } from "#shared/i18n/format.tsx";
import { samples } from "./samples.ts";

/** The samples in the language shown. */
export const useSample = () => samples[useFormat().language];
