import { getRouteApi } from "@tanstack/react-router";
import { MessagesPage } from "#features/message/messages-page.tsx";
import { paths } from "#shared/paths.ts";

const messagesRoute = getRouteApi(`/shell/member${paths.messages}`);

export function MessagesRoute() {
  const navigate = messagesRoute.useNavigate();
  return <MessagesPage search={messagesRoute.useSearch()} onSearch={(search) => void navigate({ search })} />;
}
