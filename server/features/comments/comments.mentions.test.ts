import { expect, test } from 'vitest'
import { MENTIONED_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'
import { mentionedIn } from './comments.mentions.ts'

test('of very many whom a comment mentions, it calls the first ones', async () => {
  const userNos = Array.from({ length: MENTIONED_MAX + 5 }, (_, place) => place + 1)
  const names = new Map(userNos.map(userNo => [userNo, { userNo, username: `친구${userNo}번` }]))
  const context = { people: { of: async () => names } } as unknown as Context
  const hub = { members: userNos.map(userNo => ({ userNo })) } as HubRecord
  const text = userNos.map(userNo => `@친구${userNo}번`).join(' ')
  expect(await mentionedIn(context, hub, text)).toEqual(userNos.slice(0, MENTIONED_MAX))
})
