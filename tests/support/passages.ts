import { randomUUID } from 'node:crypto'
import { type CommentView, postComment } from '#protocol/comments.ts'
import { encodeText } from '#protocol/encoding.ts'
import { getNote, updateNote } from '#protocol/notes.ts'
import { noteText } from '#protocol/noteText.ts'
import { passageAt } from '#protocol/passageAnchor.ts'
import { type HighlightView, highlightPassage, type Passage } from '#protocol/passages.ts'
import type { TestUser } from './users.ts'

/** The passage with these words in a Markdown text, as a client selects it. */
export function passageOf(markdown: string, words: string, noteVersion = 1): Passage {
  const text = noteText(markdown)
  const start = text.indexOf(words)
  const passage = start < 0 ? null : passageAt(text, start, start + words.length, noteVersion)
  if (passage === null) throw new Error(`the text has no ${words}`)
  return passage
}

interface Place {
  hubNo: number
  noteNo: number
}

export async function commentOn(
  writer: TestUser,
  { hubNo, noteNo }: Place,
  passage: Passage,
  more: { text?: string; replyTo?: number } = {},
): Promise<CommentView> {
  const request = { hubNo, noteNo, text: '이 문장이요', passage, requestKey: randomUUID(), ...more }
  return (await writer.call(postComment, request)).comment
}

export async function highlight(user: TestUser, place: Place, passage: Passage): Promise<HighlightView> {
  return (await user.call(highlightPassage, { ...place, passage })).highlight
}

/** Saves a text, of which the previous one is kept as a version. Returns the version of the new one. */
export async function rewrite(author: TestUser, noteNo: number, text: string): Promise<number> {
  const { title } = await author.call(getNote, { noteNo })
  const saved = await author.call(updateNote, { noteNo, title, text: encodeText(text), keepEarlier: true })
  if (!saved.success) throw new Error('the note was not saved')
  return saved.version
}
