import { EmpathyToggle } from './EmpathyToggle.tsx'
import type { EmpathyPlace } from './useEmpathizing.ts'
import { useEmpathy } from './useEmpathy.ts'

interface EmpathyButtonProps extends EmpathyPlace {
  /** Of the text with which one empathizes. */
  describedBy?: string
}

/** Empathizes with a note or a comment from a thread. */
export function EmpathyButton({ describedBy, ...place }: EmpathyButtonProps) {
  const { userNos, names, isMine, toggle, error } = useEmpathy(place)
  return (
    <EmpathyToggle
      count={userNos.length}
      names={names}
      isMine={isMine}
      onToggle={toggle}
      describedBy={describedBy}
      error={error}
    />
  )
}
