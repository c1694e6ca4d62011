import { ApiError } from "#shared/api/error.ts";
import { Button } from "#shared/ui/button.tsx";
import { EmptyState } from "#shared/ui/empty-state.tsx";
import { Form, FormField } from "#shared/ui/form/form.tsx";
import { useAppForm } from "#shared/ui/form/use-app-form.ts";
import { List } from "#shared/ui/list/list.tsx";
import { Money } from "#shared/ui/money.tsx";
import { Page, Panel } from "#shared/ui/page.tsx";
import { type Answer, QueryView } from "#shared/ui/query-view.tsx";
import { Refusal } from "#shared/ui/refusal.tsx";
import { RichText } from "#shared/ui/rich-text.tsx";
import { Skeleton } from "#shared/ui/skeleton.tsx";
import type { Column } from "#shared/ui/table/column.ts";
import { Section, Specimen } from "./specimen.tsx";
import { useSample } from "./use-sample.ts";

const nothing = () => undefined;
const there = { error: undefined, isError: false, refetch: nothing };
const loading = { ...there, data: undefined };
const failed = { ...loading, isError: true, error: new ApiError("E001") };

interface Row {
  id: number;
  amount: number;
  at: string;
}

const rows: Row[] = [3, 2, 1].map((id) => ({ id, amount: id * 1_234_500, at: `2026-11-2${id} 11:50:0${id}` }));

const lists: Record<"full" | "loading" | "empty" | "failed", Answer<{ list: Row[] }>> = {
  full: { ...there, data: { list: rows } },
  loading,
  empty: { ...there, data: { list: [] } },
  failed,
};

/** The three templates of the member site's pages in their states, below one another: they share their left edge. */
export function Templates() {
  return (
    <Section title="Templates">
      <ListPages />
      <FormPages />
      <ReadingPages />
    </Section>
  );
}

/** As wide as the frame: full, on its way, empty and failed. */
function ListPages() {
  const sample = useSample();
  const [title = "", caption = ""] = sample.pages;
  const columns: Column<Row>[] = [
    { key: "at", head: sample.facts[4], cell: (row) => row.at, phone: "title" },
    {
      key: "amount",
      head: sample.facts[1],
      align: "end",
      cell: (row) => <Money amount={row.amount} />,
      phone: "amount",
    },
  ];
  const list = { caption, columns, rowKey: (row: Row) => row.id, height: "8rem" };
  return (
    <>
      <Specimen name="page-list" wide>
        <Page
          title={title}
          lead={sample.sentence}
          actions={
            <Button size="sm" variant="quiet">
              {sample.word}
            </Button>
          }
          template="list"
        >
          <List {...list} query={lists.full} />
        </Page>
      </Specimen>
      <Specimen name="page-list-loading" wide>
        <Page title={title} template="list">
          <List {...list} query={lists.loading} />
        </Page>
      </Specimen>
      <Specimen name="page-list-empty" wide>
        <Page title={title} template="list">
          <List
            {...list}
            query={lists.empty}
            empty={
              <EmptyState art="history" title={sample.sentence} action={<Button size="sm">{sample.word}</Button>} />
            }
          />
        </Page>
      </Specimen>
      <Specimen name="page-list-failed" wide>
        <Page title={title} template="list">
          <List {...list} query={lists.failed} />
        </Page>
      </Specimen>
    </>
  );
}

/** No wider than what is typed: as it begins, refused, and in the middle for visitors, who have no menu beside it. */
function FormPages() {
  const { pages, sentence, long } = useSample();
  return (
    <>
      <Specimen name="page-form" wide>
        <Page title={pages[3]} lead={sentence} template="form">
          <SampleForm />
        </Page>
      </Specimen>
      <Specimen name="page-form-refused" wide>
        <Page title={pages[3]} template="form">
          <SampleForm refused />
        </Page>
      </Specimen>
      <Specimen name="page-form-narrow" wide>
        <Page title={pages[2]} lead={long} narrow>
          <SampleForm />
        </Page>
      </Specimen>
    </>
  );
}

function SampleForm({ refused = false }: { refused?: boolean }) {
  const sample = useSample();
  const form = useAppForm({ defaultValues: { title: "", name: "" }, check: () => ({}), onSubmit: nothing });
  return (
    <Panel title={sample.groups[0]}>
      <Form form={form}>
        <FormField control={form.control} name="title" label={sample.facts[0]} hint={sample.sentence} />
        <FormField control={form.control} name="name" label={sample.facts[1]} />
        {refused && <Refusal error={new ApiError("E002")} />}
        <Button type="submit">{sample.word}</Button>
      </Form>
    </Panel>
  );
}

/** Lines that an eye follows back: a text under a long title, on its way, and failed. */
function ReadingPages() {
  const sample = useSample();
  const text = Array.from({ length: 6 }, () => sample.sentence).join(" ");
  const states = [
    { name: "page-reading", query: { ...there, data: text } },
    { name: "page-reading-loading", query: loading },
    { name: "page-reading-failed", query: failed },
  ];
  return states.map(({ name, query }) => (
    <Specimen key={name} name={name} wide>
      <Page title={`${sample.pages[4]}: ${sample.long}`} lead={sample.sentence} template="reading">
        <Panel title={sample.groups[0]}>
          <QueryView query={query} skeleton={<Skeleton height="8rem" />}>
            {(shown) => <RichText html={`<h2>${sample.word}</h2><p>${shown}</p><p>${shown}</p>`} />}
          </QueryView>
        </Panel>
      </Page>
    </Specimen>
  ));
}
