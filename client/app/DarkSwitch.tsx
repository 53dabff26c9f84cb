import { useDarkMode } from '#client/platform/browser/theme.ts'
import { t } from '#client/platform/language/language.ts'
import { Switch } from '#client/ui/Switch.tsx'

/** The label names the mode to switch to. For screen readers it also names the setting. */
export function DarkSwitch() {
  const [isDark, setDark] = useDarkMode()
  const label = (
    <>
      {isDark ? t('shell.brighter') : t('shell.darker')}
      <span className="visually-hidden"> ({t('shell.darkMode')})</span>
    </>
  )
  return <Switch label={label} checked={isDark} onChange={setDark} />
}
