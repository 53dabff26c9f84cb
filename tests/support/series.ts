import { randomUUID } from 'node:crypto'
import { decodeText, encodeText } from '#protocol/encoding.ts'
import { continueNote, getSeries } from '#protocol/series.ts'
import { type TestUser, writeNote } from './users.ts'

/** Adds a part after a note. Returns its number. */
export async function continueWith(
  author: TestUser,
  noteNo: number,
  text: string,
  requestKey: string = randomUUID(),
): Promise<number> {
  return (await author.call(continueNote, { noteNo, text: encodeText(text), requestKey })).noteNo
}

/** Writes a series with these texts. Returns the numbers of its parts. */
export async function writeSeries(
  author: TestUser,
  texts: readonly [string, ...string[]],
  title?: string,
): Promise<[head: number, ...later: number[]]> {
  const [first, ...rest] = texts
  const head = await writeNote(author, title, first)
  const later: number[] = []
  for (const text of rest) later.push(await continueWith(author, later.at(-1) ?? head, text))
  return [head, ...later]
}

/** The texts of the parts as the reader gets them. */
export async function textsOf(reader: TestUser, noteNo: number): Promise<string[]> {
  return (await reader.call(getSeries, { noteNo })).parts.map(({ text }) => decodeText(text))
}
