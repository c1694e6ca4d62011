import { MessagesPage } from "#features/message/messages-page.tsx";
import { messagesRoute } from "../routes/message.tsx";

export function MessagesRoute() {
  const navigate = messagesRoute.useNavigate();
  return <MessagesPage search={messagesRoute.useSearch()} onSearch={(search) => void navigate({ search })} />;
}
