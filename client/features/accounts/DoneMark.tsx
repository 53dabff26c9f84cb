import { IconPath } from '#client/ui/Icon.tsx'
import './accounts.css'

/** The check mark above the title of a completed step. */
export function DoneMark() {
  return (
    <span className="done-mark">
      <IconPath path="M6 12.5l4 4 8-9" />
    </span>
  )
}
