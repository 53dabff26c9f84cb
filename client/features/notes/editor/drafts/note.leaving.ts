interface LeftSave {
  /** Null while the server has not answered with a number. */
  noteNo: number | null
  ended: Promise<void>
}

/** Saves that were under way when their editors were left, on this page, by the keys of their drafts. */
const underWay = new Map<string, LeftSave>()

export function addLeft(requestKey: string, noteNo: number | null, ended: Promise<void>): void {
  const save = { noteNo, ended }
  underWay.set(requestKey, save)
  void ended.finally(() => underWay.get(requestKey) === save && underWay.delete(requestKey))
}

/** Whether its editor is gone, and only its save still holds it. */
export const isLeft = (requestKey: string) => underWay.has(requestKey)

export async function leftSavesEnded(): Promise<void> {
  await allEnded(() => true)
}

/**
 * Until then it is not known what the server has of a note, so an editor that is opened waits for it. A note without a
 * number may be this one; none of those with another number is.
 */
export async function leftSavesOf(noteNo: number): Promise<void> {
  await allEnded(save => save.noteNo === null || save.noteNo === noteNo)
}

/** The same for a new note, of which there is nothing but the draft. */
export async function leftSaveOfDraft(requestKey: string): Promise<void> {
  await underWay.get(requestKey)?.ended
}

async function allEnded(isMeant: (save: LeftSave) => boolean): Promise<void> {
  await Promise.all([...underWay.values()].filter(isMeant).map(({ ended }) => ended))
}
