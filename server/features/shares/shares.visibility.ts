import type { Context } from '#server/context.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.repository.ts'
import { notFound } from '#server/platform/errors.ts'
import type { ShareRecord } from './shares.record.ts'

/** Notes and shares of an account that is being deleted may still exist. This file hides them. */

/** Items that may be shown, each with its author. */
export async function attachAuthors<Item extends { authorNo: number }>(
  { people }: Pick<Context, 'people'>,
  items: readonly Item[],
): Promise<{ item: Item; author: PersonRecord }[]> {
  const authors = await people.getMany(items.map(({ authorNo }) => authorNo))
  return items.flatMap(item => {
    const author = authors.get(item.authorNo)
    return author === undefined ? [] : [{ item, author }]
  })
}

/** The share by which members see a note. Throws `notFound` if there is none. */
export async function findVisibleShare(
  context: Context,
  hubNo: number,
  noteNo: number,
): Promise<ShareRecord> {
  return requireVisible(context, await context.repositories.shares.findLive(hubNo, noteNo))
}

export async function requireVisible(
  context: Pick<Context, 'people'>,
  share: ShareRecord | null,
): Promise<ShareRecord> {
  const [visible] = await attachAuthors(context, share ? [share] : [])
  if (visible === undefined) throw notFound()
  return visible.item
}
