import { useAtomValue } from 'jotai'
import { ReactionIcon } from '#client/features/reactions/ReactionIcon.tsx'
import { ReactionToggle } from '#client/features/reactions/ReactionToggle.tsx'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { canReactToSuggestion } from '#protocol/access.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import type { OpinionReaction } from './agora.entries.ts'
import { useSetOpinionReaction } from './agora.queries.ts'

interface OpinionReactionButtonProps {
  suggestion: SuggestionView
  reaction: OpinionReaction
  /** Of the opinion. */
  describedBy: string
}

/** How many empathize. Members add themselves, but not to what is their own; visitors see the number. */
export function OpinionReactionButton({ suggestion, reaction, describedBy }: OpinionReactionButtonProps) {
  const auth = useAtomValue(authAtom)
  const { isPending, variables, mutate, error } = useSetOpinionReaction(suggestion.suggestionNo)
  const { count } = reaction
  if (!auth.isLoggedIn || !canReactToSuggestion(auth, suggestion))
    return count === 0 ? null : (
      <span className="suggestion__reaction">
        <ReactionIcon isMine={false} />
        {t('reactions.count', { count })}
      </span>
    )
  const isMine = isPending ? variables : reaction.isMine
  return (
    <ReactionToggle
      count={count + Number(isMine) - Number(reaction.isMine)}
      names={[]}
      isMine={isMine}
      onToggle={() => mutate(!isMine)}
      describedBy={describedBy}
      error={error}
    />
  )
}
