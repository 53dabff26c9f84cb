import { isAdministrator } from '#protocol/access.ts'
import type { AdminUserView } from '#protocol/administration.ts'
import { personView } from '#server/features/accounts/accounts.presenter.ts'
import type { Supervised } from './suspension.service.ts'

export function supervisedView({ user, use }: Supervised): AdminUserView {
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

const SHOWN_MAX = 2

/** 'jieun@example.com' as 'ji•••@example.com': at most half of the local part. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const visibleLength = Math.min(SHOWN_MAX, Math.floor(at / 2))
  return `${email.slice(0, visibleLength)}•••${email.slice(at)}`
}
