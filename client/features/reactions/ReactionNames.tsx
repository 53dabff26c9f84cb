import { t } from '#client/platform/language/language.ts'
import { hiddenNames, shownNames } from '#client/ui/names.ts'
import { Popover } from '#client/ui/Popover.tsx'
import { bidiIsolate } from '#protocol/text/bidiIsolate.ts'
import './reactions.css'

/** Who empathizes, two of them by name, as far as there is room; all, once that is pressed. */
export function ReactionNames({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  const label = (
    <>
      <span className="visually-hidden">{t('reactions.who')}</span>
      <span className="reaction__shown">{shownNames(names)}</span>
      {hiddenNames(names)}
    </>
  )
  return (
    <Popover className="reaction__names" label={label}>
      {names.map(bidiIsolate).join(', ')}
    </Popover>
  )
}
