import type { Context } from '#server/context.ts'
import type { PersonRecord } from '#server/features/accounts/accounts.store.ts'
import { notFound } from '#server/platform/errors.ts'
import type { ShareRecord } from './shares.store.ts'

/** Of an account that is being deleted nothing is shown any more, though its notes and shares may still stand: this file sees to it. */

/** Those that may be shown, each with its author. */
export async function withAuthors<Item extends { authorNo: number }>(
  { people }: Pick<Context, 'people'>,
  items: readonly Item[],
): Promise<{ item: Item; author: PersonRecord }[]> {
  const authors = await people.of(items.map(({ authorNo }) => authorNo))
  return items.flatMap(item => {
    const author = authors.get(item.authorNo)
    return author === undefined ? [] : [{ item, author }]
  })
}

/** The share by which the members of a hub see a note. Throws a RequestError 'notFound' when there is none. */
export async function shownShare(context: Context, hubNo: number, noteNo: number): Promise<ShareRecord> {
  return requireShown(context, await context.stores.shares.live(hubNo, noteNo))
}

export async function requireShown(
  context: Pick<Context, 'people'>,
  share: ShareRecord | null,
): Promise<ShareRecord> {
  const [shown] = await withAuthors(context, share ? [share] : [])
  if (shown === undefined) throw notFound()
  return shown.item
}
