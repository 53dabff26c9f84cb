import { MENTIONED_MAX } from '#protocol/limits.ts'
import { mentionsIn } from '#protocol/mentions.ts'
import type { Context } from '#server/context.ts'
import type { HubRecord } from '#server/features/hubs/hubs.record.ts'

/**
 * The members of a hub whom a text mentions, each once, of very many the first ones. Also those who have blocked its writer, who
 * must not learn of that: whoever brings mentions to people leaves those out.
 */
export async function mentionedIn({ people }: Context, hub: HubRecord, text: string): Promise<number[]> {
  if (!text.includes('@')) return []
  const members = await people.of(hub.members.map(({ userNo }) => userNo))
  const named = [...members].map(([userNo, { username }]) => ({ userNo, userName: username }))
  const mentioned = new Set(mentionsIn(text, named).map(({ userNo }) => userNo))
  return [...mentioned].slice(0, MENTIONED_MAX)
}
