/** Access rules as pure predicates. The server enforces them; the client only hides what is not allowed. */

export interface Viewer {
  userNo: number
  /** Above 0 for administrators. */
  privilege: number
}

export function isAdministrator(viewer: Viewer): boolean {
  return viewer.privilege > 0
}

/** Only its owner may use a topic. */
export function canUseTopic(viewer: Viewer, topic: { ownerNo: number }): boolean {
  return topic.ownerNo === viewer.userNo
}

/** Only the author may share, edit and delete a note. */
export function canChangeNote(viewer: Viewer, note: { authorNo: number }): boolean {
  return note.authorNo === viewer.userNo
}

interface Part {
  noteNo: number
  series?: { headNo: number }
}

/** The first note of the series of a note, which decides who may read and write all of it. A note without a series stands for itself. */
export function headNoOf({ noteNo, series }: Part): number {
  return series?.headNo ?? noteNo
}

/** Not the first note of its series: it is in no list, and has neither shares nor a topic of its own. */
export function isLaterPart(note: Part): boolean {
  return headNoOf(note) !== note.noteNo
}

/** `hubsWithNote`: the members of each hub where the note is shared. */
export function canReadNote(
  viewer: Viewer,
  note: { authorNo: number },
  hubsWithNote: readonly { members: readonly { userNo: number }[] }[],
): boolean {
  return note.authorNo === viewer.userNo || hubsWithNote.some(hub => isMember(viewer, hub))
}

export function isMember(viewer: Viewer, hub: { members: readonly { userNo: number }[] }): boolean {
  return hub.members.some(member => member.userNo === viewer.userNo)
}

/** Writers may edit a comment for a limited time. */
export function canChangeComment(viewer: Viewer, comment: { writerNo: number }): boolean {
  return comment.writerNo === viewer.userNo
}

/** Authors may delete any comment on their notes. */
export function canDeleteComment(
  viewer: Viewer,
  comment: { writerNo: number },
  note: { authorNo: number },
): boolean {
  return comment.writerNo === viewer.userNo || note.authorNo === viewer.userNo
}

/** Authors may delete any highlight in their notes. */
export function canDeleteHighlight(
  viewer: Viewer,
  highlight: { userNo: number },
  note: { authorNo: number },
): boolean {
  return highlight.userNo === viewer.userNo || note.authorNo === viewer.userNo
}

/** Users may not react to their own texts. */
export function canReactToSuggestion(viewer: Viewer, suggestion: { writerNo: number }): boolean {
  return suggestion.writerNo !== viewer.userNo
}

export function canDeleteSuggestion(viewer: Viewer, suggestion: { writerNo: number }): boolean {
  return suggestion.writerNo === viewer.userNo || isAdministrator(viewer)
}
