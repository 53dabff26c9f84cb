import type { MyInfoView, OwnSessionView } from '#protocol/myInfo.ts'
import { picturePath } from '#server/features/accounts/accounts.presenter.ts'
import type { Say } from '#server/platform/say.ts'
import type { SessionRecord } from '#server/platform/session.store.ts'
import type { Own } from './myInfo.domain.ts'

export function myInfoView({ user, session }: Own, mustConfirmEmail: boolean): MyInfoView {
  return {
    authenticated: true,
    email: user.email,
    username: user.username,
    mobile: user.mobile ?? '',
    profPicURL: picturePath(user),
    mustChangePassword: session.temporaryPasswordHash !== undefined,
    mustConfirmEmail,
  }
}

export function ownSessionView(session: SessionRecord, currentId: string, say: Say): OwnSessionView {
  return {
    sessionId: session.tokenId,
    device: session.device || say('accounts.unknownDevice'),
    createdAt: session.createdAt.toISOString(),
    lastSeen: session.lastSeen.toISOString(),
    isCurrent: session.tokenId === currentId,
    stays: session.stay !== undefined,
  }
}
