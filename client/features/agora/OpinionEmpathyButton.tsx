import { useAtomValue } from 'jotai'
import { EmpathyIcon } from '#client/features/empathies/EmpathyIcon.tsx'
import { EmpathyToggle } from '#client/features/empathies/EmpathyToggle.tsx'
import { t } from '#client/platform/language/language.ts'
import { authAtom } from '#client/session/session.ts'
import { mayEmpathizeWithSuggestion } from '#protocol/access.ts'
import type { SuggestionView } from '#protocol/agora.ts'
import type { OpinionEmpathy } from './agora.entries.ts'
import { useEmpathizingWithOpinion } from './agora.queries.ts'

interface OpinionEmpathyButtonProps {
  suggestion: SuggestionView
  empathy: OpinionEmpathy
  /** Of the opinion. */
  describedBy: string
}

/** How many empathize. Members add themselves, but not to what is their own; visitors see the number. */
export function OpinionEmpathyButton({ suggestion, empathy, describedBy }: OpinionEmpathyButtonProps) {
  const auth = useAtomValue(authAtom)
  const { isPending, variables, mutate, error } = useEmpathizingWithOpinion(suggestion.suggestionNo)
  const { count } = empathy
  if (!auth.isLoggedIn || !mayEmpathizeWithSuggestion(auth, suggestion))
    return count === 0 ? null : (
      <span className="suggestion__empathy">
        <EmpathyIcon isMine={false} />
        {t('empathies.count', { count })}
      </span>
    )
  const isMine = isPending ? variables : empathy.isMine
  return (
    <EmpathyToggle
      count={count + Number(isMine) - Number(empathy.isMine)}
      names={[]}
      isMine={isMine}
      onToggle={() => mutate(!isMine)}
      describedBy={describedBy}
      error={error}
    />
  )
}
