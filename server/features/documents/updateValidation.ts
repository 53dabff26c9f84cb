import * as Y from 'yjs'
import { isDocumentField } from '#protocol/document/content.ts'

/** Clients of Yjs choose random numbers of 32 bits. */
const CLIENT_ID_MAX = 0xffff_ffff
/** More units than anybody types into a document. */
const CLOCK_MAX = 0x7fff_ffff

type Struct = ReturnType<typeof Y.decodeUpdate>['structs'][number]

/**
 * Whether an update contains only insertions into, and deletions from, the title and the text. Anything else that Yjs can encode, such as
 * formats, embedded objects and nested types, would stay in the document without being visible.
 */
export function isValidUpdate(update: Uint8Array): boolean {
  try {
    const { structs, ds: deleteSet } = Y.decodeUpdate(update)
    const deletions = [...deleteSet.clients].every(
      ([client, ranges]) =>
        client <= CLIENT_ID_MAX && ranges.every(({ clock, len }) => clock + len <= CLOCK_MAX && len > 0),
    )
    return deletions && structs.every(isValidStruct)
  } catch {
    return false
  }
}

function isValidStruct(struct: Struct): boolean {
  const { client, clock } = struct.id
  if (client > CLIENT_ID_MAX || struct.length < 1 || clock + struct.length > CLOCK_MAX) return false
  if (struct instanceof Y.GC) return true
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
