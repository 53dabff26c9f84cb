import type { Context } from './context.ts'
import { accountRoutes } from './features/accounts/accounts.routes.ts'
import { administrationRoutes } from './features/administration/administration.routes.ts'
import { agoraRoutes } from './features/agora/agora.routes.ts'
import { apiTokenRoutes } from './features/apiTokens/apiTokens.routes.ts'
import { blockingRoutes } from './features/blocking/blocking.routes.ts'
import { commentRoutes } from './features/comments/comments.routes.ts'
import { discussionRoutes } from './features/discussion/discussion.routes.ts'
import { documentRoutes } from './features/documents/documents.routes.ts'
import { feedRoutes } from './features/feeds/feeds.routes.ts'
import { hubRoutes } from './features/hubs/hubs.routes.ts'
import { inboxRoutes } from './features/inbox/inbox.routes.ts'
import { invitationRoutes } from './features/invitations/invitations.routes.ts'
import { linkRoutes } from './features/links/links.routes.ts'
import { mailNotificationRoutes } from './features/mailNotifications/mailNotifications.routes.ts'
import { myInfoRoutes } from './features/myInfo/myInfo.routes.ts'
import { notePictureRoutes } from './features/notePictures/notePictures.routes.ts'
import { noteRoutes } from './features/notes/notes.routes.ts'
import { noticeRoutes } from './features/notices/notices.routes.ts'
import { oidcRoutes } from './features/oidc/oidc.routes.ts'
import { passageRoutes } from './features/passages/passages.routes.ts'
import { passkeyRoutes } from './features/passkeys/passkeys.routes.ts'
import { publicLinkRoutes } from './features/publicLinks/publicLinks.routes.ts'
import { pushRoutes } from './features/push/push.routes.ts'
import { reportRoutes } from './features/reports/reports.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { seriesRoutes } from './features/series/series.routes.ts'
import { shareRoutes } from './features/shares/shares.routes.ts'
import { tagRoutes } from './features/tags/tags.routes.ts'
import { topicRoutes } from './features/topics/topics.routes.ts'
import { trashRoutes } from './features/trash/trash.routes.ts'
import type { Route } from './platform/serve.ts'

export function allRoutes(context: Context): Route[] {
  return [
    ...accountRoutes(context),
    ...myInfoRoutes(context),
    ...passkeyRoutes(context),
    ...apiTokenRoutes(context),
    ...oidcRoutes(context),
    ...topicRoutes(context),
    ...noteRoutes(context),
    ...seriesRoutes(context),
    ...linkRoutes(context),
    ...tagRoutes(context),
    ...documentRoutes(context),
    ...notePictureRoutes(context),
    ...trashRoutes(context),
    ...searchRoutes(context),
    ...shareRoutes(context),
    ...publicLinkRoutes(context),
    ...feedRoutes(context),
    ...mailNotificationRoutes(context),
    ...hubRoutes(context),
    ...invitationRoutes(context),
    ...blockingRoutes(context),
    ...discussionRoutes(context),
    ...commentRoutes(context),
    ...passageRoutes(context),
    ...inboxRoutes(context),
    ...pushRoutes(context),
    ...agoraRoutes(context),
    ...reportRoutes(context),
    ...administrationRoutes(context),
    ...noticeRoutes(context),
  ]
}
