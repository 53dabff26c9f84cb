import { piecesOf } from './comments.links.ts'

/** Plain text as it was written; its addresses are links. */
export function CommentText({ id, text }: { id?: string; text: string }) {
  return (
    <p className="comment__text" id={id}>
      {piecesOf(text).map(({ text: words, address }, index) =>
        address === undefined ? (
          words
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never change places
          <a key={index} href={address} target="_blank" rel="nofollow noopener">
            {words}
          </a>
        ),
      )}
    </p>
  )
}
