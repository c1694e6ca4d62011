import { useState } from "react";
import { ApiError } from "#shared/api/error.ts";
import { DataTable } from "#shared/ui/data-table.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Filters } from "#shared/ui/filters.tsx";
import { List } from "#shared/ui/list/list.tsx";
import { FilterSelect, ListBar } from "#shared/ui/list/list-page.tsx";
import { RowActions, RowButton } from "#shared/ui/list/row-actions.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Pager } from "#shared/ui/pager.tsx";
import { StatusPill } from "#shared/ui/status-pill.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { Section, Specimen, Stack } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

interface Entry {
  id: number;
  member: string;
  amount: number;
  at: string;
}

const entries: Entry[] = Array.from({ length: 6 }, (_, id) => ({
  id,
  member: `member${1_000 + id * 37}`,
  amount: (id + 1) * 123_450,
  at: `2026-11-23 11:${50 - id * 7}:0${id}`,
}));
const pageInfo = { page: 2, pages: 9, total: 88, countPerList: 10 };
const nothing = () => undefined;

/** A list is drawn by one component in all its states; tables have two densities. */
export function Lists() {
  const sample = useSample();
  const [page, setPage] = useState(3);
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(["1"]));
  const columns: Column<Entry>[] = [
    { key: "member", head: sample.pages[2], cell: (row) => row.member, value: (row) => row.member, phone: "title" },
    {
      key: "amount",
      head: sample.facts[1],
      align: "end",
      cell: (row) => <Money amount={row.amount} />,
      value: (row) => row.amount,
      foot: <Money amount={2_592_450} />,
      phone: "amount",
    },
    { key: "at", head: sample.facts[4], cell: (row) => row.at, phone: "when" },
    {
      key: "state",
      head: sample.groups[2],
      cell: (row) => <StatusPill tone={row.id % 2 ? "good" : "busy"}>{sample.word}</StatusPill>,
      phone: "state",
    },
  ];
  const actions: Column<Entry> = {
    key: "actions",
    head: <span className="visually-hidden">{sample.word}</span>,
    cell: (row) => (
      <RowActions>
        <RowButton label={`${sample.word}: ${row.member}`} onClick={nothing}>
          {sample.word}
        </RowButton>
      </RowActions>
    ),
  };
  const answer = { error: undefined, isError: false, refetch: nothing };
  const rowKey = (row: Entry) => row.id;
  return (
    <Section title="Lists">
      <Specimen name="list-bar" wide>
        <ListBar search={{ value: search, onChange: setSearch, placeholder: sample.word }}>
          <FilterSelect
            label={sample.groups[2] ?? ""}
            value={undefined}
            options={sample.pages.map((label) => ({ value: label, label }))}
            onChange={nothing}
          />
        </ListBar>
      </Specimen>
      <Specimen name="filters" wide>
        <Filters chosen={[sample.pages[1], sample.groups[0]]}>
          <FilterSelect
            label={sample.groups[2] ?? ""}
            value={sample.pages[1]}
            options={sample.pages.map((label) => ({ value: label, label }))}
            onChange={nothing}
          />
        </Filters>
      </Specimen>
      <Specimen name="list" wide>
        <List
          query={{ ...answer, data: { list: entries, pageInfo } }}
          caption={sample.pages[0] ?? ""}
          name="kit"
          rowKey={rowKey}
          columns={[...columns, actions]}
          onPage={nothing}
          onSize={nothing}
          density="compact"
          chosen={2}
          onChoose={nothing}
        />
      </Specimen>
      <Specimen name="table-selection" wide>
        <DataTable
          caption={sample.pages[1] ?? ""}
          columns={columns}
          rows={entries.slice(0, 3)}
          rowKey={rowKey}
          sortable
          selection={{ chosen, onChoose: setChosen, label: (row) => row.member }}
        />
      </Specimen>
      <Specimen name="list-empty">
        <List
          query={{ ...answer, data: { list: [] } }}
          caption={sample.pages[0] ?? ""}
          rowKey={rowKey}
          columns={columns}
          empty={
            <EmptyState art="queue" title={sample.sentence}>
              {sample.long}
            </EmptyState>
          }
        />
      </Specimen>
      <Specimen name="list-failed">
        <List
          query={{ ...answer, data: undefined, isError: true, error: new ApiError("E001") }}
          caption={sample.pages[0] ?? ""}
          rowKey={rowKey}
          columns={columns}
        />
      </Specimen>
      <Specimen name="list-loading">
        <List
          query={{ ...answer, data: undefined }}
          caption={sample.pages[0] ?? ""}
          rowKey={rowKey}
          columns={columns}
          height="8rem"
        />
      </Specimen>
      <Specimen name="pager">
        <Stack>
          <Pager page={page} pages={9} onPage={setPage} size={10} onSize={nothing} />
          <Pager page={1} pages={2} onPage={nothing} />
        </Stack>
      </Specimen>
    </Section>
  );
}
