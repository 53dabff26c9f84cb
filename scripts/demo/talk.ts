import { randomUUID } from 'node:crypto'
import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { postComment } from '#server/features/comments/comments.service.ts'
import { openNote } from '#server/features/notes/openNote.service.ts'
import { setReaction } from '#server/features/reactions/reactions.service.ts'
import type { DemoNote, DemoThread } from './content.ts'

interface Known {
  viewerOf: (key: string) => Viewer
  hubNoOf: (key: string) => number
  /** By the note's title, once it is written. */
  noteNoOf: (title: string) => number
}

/**
 * The comments of the demo world, each at its time, by somebody who has opened the note. Every other one empathizes with the note,
 * and its author with the comments of the others. Throws when a thread is about a note that is not there.
 */
export function talkHappenings(
  context: Context,
  talk: DemoThread[],
  notes: DemoNote[],
  { viewerOf, hubNoOf, noteNoOf }: Known,
) {
  return talk.flatMap(({ hub, note: title, comments }) => {
    const note = notes.find(candidate => candidate.title === title && candidate.shared.includes(hub))
    if (note === undefined) throw new Error(`no note ‘${title}’ is shared with ${hub}`)
    const commentNos: number[] = []
    return comments.map(({ by, text, after, replyTo }, turn) => ({
      daysAgo: note.day - after,
      async happen() {
        const place = { hubNo: hubNoOf(hub), noteNo: noteNoOf(title) }
        const answered = replyTo === undefined ? undefined : commentNos[replyTo]
        const comment = { ...place, text, requestKey: randomUUID(), replyTo: answered }
        await openNote(context, viewerOf(by), place.noteNo)
        const { commentNo } = await postComment(context, viewerOf(by), comment)
        commentNos.push(commentNo)
        if (by === note.by) return
        if (turn % 2 === 0) await setReaction(context, viewerOf(by), { ...place, isOn: true })
        else await setReaction(context, viewerOf(note.by), { ...place, commentNo, isOn: true })
      },
    }))
  })
}
