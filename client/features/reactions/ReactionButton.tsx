import { ReactionToggle } from './ReactionToggle.tsx'
import { useReaction } from './useReaction.ts'
import type { ReactionPlace } from './useSetReaction.ts'

interface ReactionButtonProps extends ReactionPlace {
  /** Of the text with which one empathizes. */
  describedBy?: string
}

/** Empathizes with a note or a comment from a thread. */
export function ReactionButton({ describedBy, ...place }: ReactionButtonProps) {
  const { userNos, names, isMine, toggle, error } = useReaction(place)
  return (
    <ReactionToggle
      count={userNos.length}
      names={names}
      isMine={isMine}
      onToggle={toggle}
      describedBy={describedBy}
      error={error}
    />
  )
}
