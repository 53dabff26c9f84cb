import * as Y from 'yjs'
import { isDocumentField } from '#protocol/document/content.ts'
import { isEmptyUpdate } from './documents.state.ts'

/** Clients of Yjs choose random numbers of 32 bits. */
const CLIENT_ID_MAX = 0xffff_ffff
/** More units than anybody types into a document. */
const CLOCK_MAX = 0x7fff_ffff
/** Yjs compares concurrent insertions at one place with each other, so their number has to be bounded. */
const UPDATE_STRUCTS_MAX = 500
/** A tab sends its own changes, and those of earlier tabs of this device that it had not sent. */
const UPDATE_CLIENTS_MAX = 20

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number]

/** What an update needs and adds. Clocks count the units of a client, from 0. */
export interface UpdateOutline {
  structs: number
  /** The units of each client that the update contains. */
  added: Map<number, { from: number; to: number }>
  /** The units of each client, from 0, that insertions follow or deletions delete. */
  needed: Map<number, number>
}

/**
 * Null unless an update contains only insertions into, and deletions from, the title and the text. Anything else that Yjs can encode, such
 * as formats, embedded objects and nested types, would stay in the document without being visible.
 */
export function readOutline(update: Uint8Array): UpdateOutline | null {
  try {
    const { structs, ds: deleteSet } = Y.decodeUpdate(update)
    const outline: UpdateOutline = { structs: structs.length, added: new Map(), needed: new Map() }
    const isValid = structs.every(struct => isValidStruct(struct) && addStruct(outline, struct))
    const deletes = addDeletions(outline, deleteSet.clients)
    // Bytes may follow the update.
    const isPadded = structs.length === 0 && deleteSet.clients.size === 0 && !isEmptyUpdate(update)
    return isValid && deletes && !isPadded ? outline : null
  } catch {
    return null
  }
}

export const isTooComplex = ({ structs, added }: UpdateOutline) =>
  structs > UPDATE_STRUCTS_MAX || added.size > UPDATE_CLIENTS_MAX

/** Without `Y.GC`, which no editor sends: Yjs throws when it applies an item that overlaps one. */
function isValidStruct(struct: Struct): boolean {
  const { client, clock } = struct.id
  if (client > CLIENT_ID_MAX || struct.length < 1 || clock + struct.length > CLOCK_MAX) return false
  return (
    struct instanceof Y.Item && isText(struct.content) && isInField(struct) && followsEarlierItems(struct)
  )
}

/** Yjs throws when it applies an item that follows a later item of the same client. */
const followsEarlierItems = ({ id, origin, rightOrigin }: Y.Item) =>
  [origin, rightOrigin].every(other => other?.client !== id.client || other.clock < id.clock)

const isText = (content: unknown) => content instanceof Y.ContentString || content instanceof Y.ContentDeleted

/** An item that begins a text names it; all others follow another item. */
function isInField({ parent, parentSub, origin, rightOrigin }: Y.Item): boolean {
  if (parentSub !== null) return false
  // `decodeUpdate` returns the name instead of the type.
  const name: unknown = parent
  return typeof name === 'string' ? isDocumentField(name) : name === null && (origin ?? rightOrigin) !== null
}

/** False if the units of a client are not in one piece. */
function addStruct({ added, needed }: UpdateOutline, struct: Struct): boolean {
  const { client, clock } = struct.id
  const earlier = added.get(client)
  if (earlier !== undefined && earlier.to !== clock) return false
  added.set(client, { from: earlier?.from ?? clock, to: clock + struct.length })
  if (struct instanceof Y.Item)
    for (const origin of [struct.origin, struct.rightOrigin])
      if (origin !== null) need(needed, origin.client, origin.clock + 1)
  return true
}

function addDeletions(
  { needed }: UpdateOutline,
  deletions: ReadonlyMap<number, readonly { clock: number; len: number }[]>,
): boolean {
  for (const [client, ranges] of deletions)
    for (const { clock, len } of ranges) {
      if (client > CLIENT_ID_MAX || len < 1 || clock + len > CLOCK_MAX) return false
      need(needed, client, clock + len)
    }
  return true
}

function need(needed: Map<number, number>, client: number, units: number): void {
  needed.set(client, Math.max(needed.get(client) ?? 0, units))
}
