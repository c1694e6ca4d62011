import type { Cell } from "./csv.ts";

/** The media type of a workbook. */
const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const parts = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const links = "http://schemas.openxmlformats.org/package/2006/relationships";
const types = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** The parts of a workbook of one sheet beside its rows (ECMA-376, part 1, 12.2). */
const frame: [name: string, text: string][] = [
  [
    "[Content_Types].xml",
    `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
  ],
  [
    "_rels/.rels",
    `${xml}<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${parts}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    "xl/workbook.xml",
    `${xml}<workbook xmlns="${main}" xmlns:r="${parts}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    "xl/_rels/workbook.xml.rels",
    `${xml}<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${parts}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let bit = 0; bit < 8; bit++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

/** A file of the archive: its bytes in pieces, their number and their CRC-32. */
class Entry {
  readonly pieces: Uint8Array<ArrayBuffer>[] = [];
  size = 0;
  #crc = 0xffffffff;
  readonly name: Uint8Array<ArrayBuffer>;

  constructor(name: string, text: string) {
    this.name = new TextEncoder().encode(name);
    this.add(text);
  }

  add(text: string): void {
    const piece = new TextEncoder().encode(text);
    for (const byte of piece) this.#crc = (crcTable[(this.#crc ^ byte) & 0xff] as number) ^ (this.#crc >>> 8);
    this.pieces.push(piece);
    this.size += piece.length;
  }

  /** The fields that the local header and the central directory share: UTF-8, stored, 1 January 1980. */
  get facts(): number[] {
    const crc = (this.#crc ^ 0xffffffff) >>> 0;
    return [...u16(20, 0x800, 0, 0, 0x21), ...u32(crc, this.size, this.size), ...u16(this.name.length, 0)];
  }
}

const u16 = (...all: number[]) => all.flatMap((n) => [n & 0xff, n >>> 8]);
const u32 = (...all: number[]) => all.flatMap((n) => [n & 0xff, (n >>> 8) & 0xff, (n >>> 16) & 0xff, n >>> 24]);

/** A zip archive of stored files. */
function archive(entries: Entry[]): Blob {
  const body: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let at = 0;
  let length = 0;
  for (const entry of entries) {
    body.push(Uint8Array.from([...u32(0x04034b50), ...entry.facts]), entry.name, ...entry.pieces);
    directory.push(
      Uint8Array.from([...u32(0x02014b50), ...u16(20), ...entry.facts, ...u16(0, 0, 0), ...u32(0, at)]),
      entry.name,
    );
    at += 30 + entry.name.length + entry.size;
    length += 46 + entry.name.length;
  }
  const end = [...u32(0x06054b50), ...u16(0, 0, entries.length, entries.length), ...u32(length, at), ...u16(0)];
  return new Blob([...body, ...directory, Uint8Array.from(end)], { type: xlsxType });
}

/** The largest figure that a spreadsheet keeps exactly has 15 digits. */
const MOST_EXACT = 999_999_999_999_999n;

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

function cellXml(value: Cell): string {
  if (value === null || value === "") return "<c/>";
  if (typeof value === "number" || (typeof value === "bigint" && value <= MOST_EXACT && value >= -MOST_EXACT))
    return `<c><v>${value}</v></c>`;
  // The format has no place for most control characters.
  const text = String(value)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must go
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "\uFFFD")
    .replace(/[&<>]/g, (c) => escapes[c] as string);
  return `<c t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** A workbook of one sheet, to which rows are added. Texts are texts by their type: none is a formula or becomes a number. */
export class Workbook {
  readonly #sheet = new Entry("xl/worksheets/sheet1.xml", `${xml}<worksheet xmlns="${main}"><sheetData>`);

  add(rows: Cell[][]): void {
    if (rows.length > 0) this.#sheet.add(rows.map((row) => `<row>${row.map(cellXml).join("")}</row>`).join(""));
  }

  /** Ends the workbook and returns it as a file. */
  end(): Blob {
    this.#sheet.add("</sheetData></worksheet>");
    return archive([...frame.map(([name, text]) => new Entry(name, text)), this.#sheet]);
  }
}
