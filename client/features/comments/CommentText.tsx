import { useAtomValue } from 'jotai'
import { authAtom } from '#client/session/session.ts'
import type { CommentView } from '#protocol/comments.ts'
import { splitIntoSegments, type TextSegment } from './comments.links.ts'

interface CommentTextProps {
  id?: string
  text: string
  mentioned?: CommentView['mentioned'] | undefined
}

/** Plain text with links and highlighted mentions. */
export function CommentText({ id, text, mentioned }: CommentTextProps) {
  return (
    <p className="comment__text" id={id} dir="auto">
      {splitIntoSegments(text, mentioned).map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a text keep their order
        <CommentSegment key={index} segment={segment} />
      ))}
    </p>
  )
}

function CommentSegment({ segment: { text, address, userNo } }: { segment: TextSegment }) {
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
