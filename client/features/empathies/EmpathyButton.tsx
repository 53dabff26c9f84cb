import { failureText } from '#client/platform/calls/callFailed.ts'
import { Message } from '#client/ui/Message.tsx'
import { shortNames } from '#client/ui/names.ts'
import { EmpathyToggle } from './EmpathyToggle.tsx'
import type { EmpathyPlace } from './useEmpathizing.ts'
import { useEmpathy } from './useEmpathy.ts'

interface EmpathyButtonProps extends EmpathyPlace {
  /** Of the text with which one empathizes. */
  describedBy?: string
}

/** The same in a thread, with the names of some. */
export function EmpathyButton({ describedBy, ...place }: EmpathyButtonProps) {
  const { userNos, names, isMine, toggle, error } = useEmpathy(place)
  return (
    <span className="empathy">
      <EmpathyToggle
        count={userNos.length}
        names={names}
        isMine={isMine}
        onToggle={toggle}
        describedBy={describedBy}
      />
      {names.length > 0 && <span className="empathy__names">{shortNames(names)}</span>}
      {error && <Message kind="error">{failureText(error)}</Message>}
    </span>
  )
}
