import * as Y from 'yjs'

/**
 * Undo and redo of a text. Yjs alone leaves letters behind: an undo that brings deleted text back inserts a copy, and if the copy was
 * divided since, an earlier step removes its first part only (yjs/yjs#736).
 */
export class TextUndoManager extends Y.UndoManager {
  override undo() {
    divideLikeCopies(this.doc, this.undoStack)
    return super.undo()
  }

  override redo() {
    divideLikeCopies(this.doc, this.redoStack)
    return super.redo()
  }
}

/** Divides what the steps have inserted where its copies are divided, so that each part has one copy. */
function divideLikeCopies(doc: Y.Doc, steps: Y.UndoManager['undoStack']): void {
  doc.transact(transaction => {
    for (const { insertions } of steps)
      for (const [client, ranges] of insertions.clients)
        for (const { clock, len } of ranges) divideRange(transaction, client, clock, clock + len)
  })
}

function divideRange(transaction: Y.Transaction, client: number, from: number, to: number): void {
  for (let at = from; at < to; ) {
    const id = Y.createID(client, at)
    const length = commonLength(transaction.doc.store, id)
    const item = itemAt(transaction.doc.store, id)
    at += length
    if (item?.redone && at < item.id.clock + item.length)
      Y.getItemCleanStart(transaction, Y.createID(client, at))
  }
}

/** How many letters from this one on are in one item, and their copies, and the copies of those, as well. */
function commonLength(store: Y.Doc['store'], { client, clock }: Y.ID): number {
  const struct = Y.getItem(store, Y.createID(client, clock))
  const length = struct.id.clock + struct.length - clock
  const redone = itemAt(store, struct.id)?.redone
  if (!redone) return length
  return Math.min(
    length,
    commonLength(store, Y.createID(redone.client, redone.clock + clock - struct.id.clock)),
  )
}

/** Null for a deleted item whose content was removed. */
function itemAt(store: Y.Doc['store'], id: Y.ID): Y.Item | null {
  const struct: Y.Item | Y.GC = Y.getItem(store, id)
  return struct instanceof Y.Item ? struct : null
}
