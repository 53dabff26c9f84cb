import type { InvitationView } from '#protocol/invitations.ts'
import { personOrGone } from '#server/features/accounts/accounts.presenter.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import type { Say } from '#server/platform/say.ts'
import type { InvitationRecord } from './invitations.store.ts'

/** For members of its hub. */
export function invitationView(
  { makerNo, madeAt, expiresAt, invitedNos = [] }: InvitationRecord,
  people: ReadonlyMap<number, PersonRecord>,
  say: Say,
): InvitationView {
  return {
    maker: personOrGone(makerNo, people, say),
    madeAt: madeAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    people: invitedNos.length,
  }
}
