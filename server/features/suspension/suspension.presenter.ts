import { isAdministrator } from '#protocol/access.ts'
import type { SupervisedView } from '#protocol/suspension.ts'
import { personView } from '#server/features/accounts/accounts.presenter.ts'
import type { Supervised } from './suspension.domain.ts'
import { maskedEmail } from './suspension.rules.ts'

export function supervisedView({ user, use }: Supervised): SupervisedView {
  return {
    ...personView(user),
    email: maskedEmail(user.email),
    isAdministrator: isAdministrator(user),
    joinedAt: user.createdAt.toISOString(),
    suspendedAt: user.suspendedAt?.toISOString() ?? null,
    sessions: use.count,
    lastSeen: use.lastSeen?.toISOString() ?? null,
  }
}
