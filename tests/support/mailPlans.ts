import type { TestNode } from './node.ts'
import type { TestUser } from './users.ts'

/** A mail that was sent to the user, as a server with a mail server stores it. */
export async function insertSentMail(node: TestNode, { userNo }: TestUser): Promise<void> {
  const at = new Date()
  await node.mongo.collection('mailPlans').insertOne({
    userNo,
    slot: 'daily:2026-05-04',
    kind: 'daily',
    state: 'sent',
    from: at,
    until: at,
    attempts: 0,
    sentAt: at,
    unsubscribeHash: `hash of ${userNo}`,
    expiresAt: new Date(at.getTime() + 60_000_000),
  })
}
