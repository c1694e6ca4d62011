import { LivePage } from "#features/staff-live/live-page.tsx";
import { MemberActions } from "#features/staff-members/member-actions.tsx";
import { MemberFacts } from "#features/staff-members/member-facts.tsx";
import { MessageDialog } from "#features/staff-members/message-dialog.tsx";

/** The queues, with what is known of the member beside each request. */
export function LiveRoute() {
  return (
    <LivePage
      parts={{
        facts: (memId, beside) => <MemberFacts memId={memId} beside={beside} />,
        actions: (memId) => <MemberActions memId={memId} />,
        message: (memId, onClose) => <MessageDialog memId={memId} onClose={onClose} />,
      }}
    />
  );
}
