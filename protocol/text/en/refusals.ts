export const refusals = {
  'error.controlCharacters':
    'There are invisible control characters in it. Please remove them and try again.',
  'error.tooManyMarks': 'One letter carries too many marks. Please use fewer.',
  'error.passwordChangeNeeded':
    'You signed in with a temporary password. Please set a new one in My information to go on.',
  'error.tooManyMinutes': 'Please try again in {minutes} {minutes#one minute|other minutes}.',
  'error.tooManyHours': 'Please try again in {hours} {hours#one hour|other hours}.',
} as const
