import { ToolIcon, type ToolIconName } from '#client/ui/ToolIcon.tsx'

interface ToolLabelProps {
  icon: ToolIconName
  words: string
  /** A part of the words that stands for them on a phone; its readers aloud still hear the words. */
  short?: string
}

export function ToolLabel({ icon, words, short = words }: ToolLabelProps) {
  return (
    <>
      <ToolIcon name={icon} />
      <span className="tool-label__words">{words}</span>
      <span className="tool-label__short" aria-hidden="true">
        {short}
      </span>
    </>
  )
}
