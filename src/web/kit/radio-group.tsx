type RadioGroupProps<T extends string> = {
  name: string;
  legend: string;
  options: { value: T; label: string }[];
  /** Null while nothing is chosen. If undefined, the input is uncontrolled. */
  value?: T | null;
  onChange?: (value: T) => void;
  /** The initial choice of an uncontrolled input. */
  initial?: T;
  required?: boolean;
};

/** A group of radio buttons. */
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
