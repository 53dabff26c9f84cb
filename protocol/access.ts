/** Who may do what: pure predicates. The server enforces them, the screens only hide. */

export interface Viewer {
  userNo: number
  /** Above 0: an administrator. */
  privilege: number
}

export function isAdministrator(viewer: Viewer): boolean {
  return viewer.privilege > 0
}

/** A topic is its owner's alone. */
export function canUseTopic(viewer: Viewer, topic: { ownerNo: number }): boolean {
  return topic.ownerNo === viewer.userNo
}

/** Sharing, writing on and deleting are the author's. */
export function canChangeNote(viewer: Viewer, note: { authorNo: number }): boolean {
  return note.authorNo === viewer.userNo
}

/** `hubsWithNote`: the members of each hub in which the note is shared now. */
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

/** What a comment says is its writer's, for a while. */
export function canChangeComment(viewer: Viewer, comment: { writerNo: number }): boolean {
  return comment.writerNo === viewer.userNo
}

/** On one's own note anything may be removed. */
export function canDeleteComment(
  viewer: Viewer,
  comment: { writerNo: number },
  note: { authorNo: number },
): boolean {
  return comment.writerNo === viewer.userNo || note.authorNo === viewer.userNo
}

/** With what others say; that one agrees with oneself goes without saying. */
export function canReactToSuggestion(viewer: Viewer, suggestion: { writerNo: number }): boolean {
  return suggestion.writerNo !== viewer.userNo
}

export function canDeleteSuggestion(viewer: Viewer, suggestion: { writerNo: number }): boolean {
  return suggestion.writerNo === viewer.userNo || isAdministrator(viewer)
}
