import { t } from '#client/platform/language/language.ts'
import { Icon } from '#client/ui/Icon.tsx'
import { ToolIcon } from '#client/ui/ToolIcon.tsx'
import './findSteps.css'

interface FindStepsProps {
  isDisabled: boolean
  onStep: (by: 1 | -1) => void
  onClose: () => void
}

/** The buttons to the previous and next match, and to close the bar. */
export function FindSteps({ isDisabled, onStep, onClose }: FindStepsProps) {
  const steps = [
    { by: -1, icon: 'up', label: t('find.previous'), keys: 'Shift+F3' },
    { by: 1, icon: 'down', label: t('find.next'), keys: 'F3' },
  ] as const
  return (
    <div className="find-steps">
      {steps.map(({ by, icon, label, keys }) => (
        <button
          key={icon}
          type="button"
          className="find-steps__button"
          aria-label={label}
          title={`${label} (${keys})`}
          aria-disabled={isDisabled}
          // Keeps the focus in the field, and the keyboard of a phone open.
          onMouseDown={event => event.preventDefault()}
          onClick={() => onStep(by)}
        >
          <ToolIcon name={icon} />
        </button>
      ))}
      <button
        type="button"
        className="find-steps__button"
        aria-label={t('common.close')}
        title={t('common.close')}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
