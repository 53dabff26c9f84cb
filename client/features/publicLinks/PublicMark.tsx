import { t } from '#client/platform/language/language.ts'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import { usePublicLink } from './publicLinks.queries.ts'
import './publicLinks.css'

/** Marks an own note that is public; nothing for any other. */
export function PublicMark({ noteNo }: { noteNo: number }) {
  if (usePublicLink(noteNo) === undefined) return null
  return (
    <span className="public-mark">
      <ToolIcon name="globe" />
      {t('publicLinks.mark')}
    </span>
  )
}
