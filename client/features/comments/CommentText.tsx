import { useAtomValue } from 'jotai'
import { authAtom } from '#client/session/session.ts'
import type { CommentView } from '#protocol/comments.ts'
import { type Piece, piecesOf } from './comments.links.ts'

interface CommentTextProps {
  id?: string
  text: string
  /** Those whom it mentions. */
  mentioned?: CommentView['mentioned'] | undefined
}

/** Plain text as it was written; its addresses are links, the names in it are marked. */
export function CommentText({ id, text, mentioned }: CommentTextProps) {
  return (
    <p className="comment__text" id={id} dir="auto">
      {piecesOf(text, mentioned).map((piece, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
        <CommentPiece key={index} piece={piece} />
      ))}
    </p>
  )
}

function CommentPiece({ piece: { text, address, userNo } }: { piece: Piece }) {
  const me = useAtomValue(authAtom)
  if (address !== undefined)
    return (
      <a href={address} target="_blank" rel="nofollow noopener">
        {text}
      </a>
    )
  if (userNo === undefined) return text
  return <span className={`mention ${userNo === me.userNo ? 'mention--me' : ''}`}>{text}</span>
}
