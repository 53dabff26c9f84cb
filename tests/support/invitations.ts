import { joinByInvitation, makeInvitation } from '#protocol/invitations.ts'
import type { Person } from './person.ts'

/** A member's link into a hub: its token. */
export async function invite(maker: Person, hubNo: number): Promise<string> {
  const reply = await maker.does(makeInvitation, { hubNo })
  if (!reply.success) throw new Error(reply.message)
  return reply.token
}

/** Somebody comes into a hub by a link. */
export async function comeBy(token: string, person: Person): Promise<void> {
  const reply = await person.does(joinByInvitation, { token })
  if (!reply.success) throw new Error(reply.message)
}
