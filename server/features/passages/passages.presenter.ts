import { quoteOf } from '#protocol/comments.ts'
import type { HighlightView, PassageComment, PassagesInHub } from '#protocol/passages.ts'
import type { Context } from '#server/context.ts'
import { personOrDeleted } from '#server/features/accounts/accounts.presenter.ts'
import type { Translate } from '#server/platform/i18n.ts'
import type { HighlightRecord, StoredPassage } from './passages.record.ts'
import type { NotePassages, PassageCommentRecord } from './passages.repository.ts'

export function passageView({
  exact,
  prefix,
  suffix,
  start,
  end,
  noteVersion,
  isRepeated,
}: StoredPassage): StoredPassage {
  return { exact, prefix, suffix, start, end, noteVersion, ...(isRepeated && { isRepeated }) }
}

export function highlightView({ highlightNo, userNo, passage }: HighlightRecord): HighlightView {
  return { highlightNo, userNo, passage: passageView(passage) }
}

export function passageCommentView({ commentNo, writerNo, passage }: PassageCommentRecord): PassageComment {
  return { commentNo, writerNo, passage: passageView(passage) }
}

/** The passages of a note by hub, with the names of the users. */
export async function viewNotePassages(
  context: Context,
  { hubs, highlights, comments }: NotePassages,
  t: Translate,
): Promise<PassagesInHub[]> {
  const people = await context.people.getMany([
    ...highlights.map(({ userNo }) => userNo),
    ...comments.map(({ writerNo }) => writerNo),
  ])
  const nameOf = (userNo: number) => personOrDeleted(userNo, people, t).userName
  return hubs.map(({ hubNo, version }) => ({
    hubNo,
    version,
    highlights: highlights.filter(isIn(hubNo)).map(highlight => ({
      ...highlightView(highlight),
      userName: nameOf(highlight.userNo),
    })),
    comments: comments.filter(isIn(hubNo)).map(comment => {
      const { writerNo, text, postedAt } = comment
      const { writer, line } = quoteOf({ writer: nameOf(writerNo), writerNo, text })
      return { ...passageCommentView(comment), writer, line, postedAt: postedAt.toISOString() }
    }),
  }))
}

const isIn = (hubNo: number) => (item: { hubNo: number }) => item.hubNo === hubNo
