type RadioGroupProps<T extends string> = {
  name: string;
  legend: string;
  options: { value: T; label: string }[];
  /** null while nothing is chosen. Without it the browser keeps what is chosen. */
  value?: T | null;
  onChange?: (value: T) => void;
  /** What is chosen at first, where the browser keeps what is chosen. */
  initial?: T;
  required?: boolean;
};

/** One of a few, all in view. */
export function RadioGroup<T extends string>({ name, legend, options, value, onChange, initial, required }: RadioGroupProps<T>) {
  return (
    <fieldset className="choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice">
          <input
            type="radio"
            name={name}
            value={option.value}
            required={required}
            {...(initial !== undefined && { defaultChecked: option.value === initial })}
            {...(onChange && { checked: option.value === value, onChange: () => onChange(option.value) })}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
